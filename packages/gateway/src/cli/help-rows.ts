// Generated from the commands by write-reference.ts. Do not edit.
/** Each line of the list in `reelgate --help`: the words, what the command does, and "callers" for commands that need a key. */
export const HELP_ROWS = `
serve [options]	Run the gateway until it is stopped
account	Accounts and their money
invites	One-time links by which people make accounts
key	API keys
project	Labels on keys, with caps on what they spend together
call	Calls and what became of them
lookup <id>	Say what an id is: a call, a request id, an account, a key, a project, a complaint, an entry or a token
complaint	Complaints of callers about paid answers
statements	What moved in each closed month
payments	Money that callers pay in by themselves
events	What happened to accounts, and what an operator should know
webhook	Addresses to which events are sent
admin	Collections and watches of all accounts
catalog	The price list and its versions
price [options] <path>	Show what one call of a path costs
search [options] <platform> <keyword>	Search through a running gateway, as a customer	callers
video	Videos, bought from a running gateway	callers
author	Authors, bought from a running gateway	callers
comments	Comments, bought from a running gateway	callers
popular [options] <platform>	List popular videos through a running gateway, as a customer	callers
playlist	Playlists and their videos, bought from a running gateway	callers
transcript	What is said in videos, bought from a running gateway	callers
collect [options] <where> <what...>	Gather all videos for a keyword, up to a number of items and a budget; look after collections	callers
quote [options] <path>	Ask a running gateway what calls of a path would cost, as a customer	callers
status [options]	Show how well each operation works at a running gateway, as a customer sees it	callers
watch [options] <where> <what...>	Have a question asked again and again; only new items are charged; look after watches	callers
resolve <url>	Say what an address is; exit code 1 when it belongs to no known platform
mcp [options]	Serve the tools for agents over standard input and output, from a running gateway	callers
docs [options] [name...]	List the guides, show one, search in all of them, or write them as a web site
usage [options]	Show calls, failures and charges by day, path, key, account or provider
audit [options]	Show changes made by operators, newest first
duties [options]	List work that is due now or later, the earliest first
ledger	The ledger as a whole
storage	The database as a whole
library	The local video library
connectors	The APIs that this build can speak
mount	Pass-through routes of other APIs
providers	Show the current state of every provider, as the running gateway sees it
top [options]	Watch calls, money, providers and latencies of the running gateway
config	The configuration
doctor [options]	Check the installation; exit code 1 when something is broken
console [options]	Print a one-time link that signs you in at the console in a browser
token	Admin tokens, for the admin API
secret	The secret that seals cursors
help [word...]	Print the help of a command, or the commands that have to do with a word
completion <shell>	Print the script that completes commands, flags and their values in a shell
`;
