// Builds the option parser from the list of commands, and turns the end of a command into one line and an exit code. It never ends the
// process: main.ts does.
import { Command, CommanderError, Option } from 'commander';
import type { AnyCommand, CommandOption } from '../terminal/command.ts';
import { plainText } from '../terminal/text-width.ts';
import { CliError, type CliWorld, EXIT } from '../terminal/world.ts';

const HELP_COLUMNS_DEFAULT = 100;
const HELP_COLUMNS_MIN = 60;

const ROOT_NOTES = `
Environment:
  REELGATE_CONFIG  the configuration file, when --config is not given
  REELGATE_KEY     the API key of commands that call a gateway as a customer
  REELGATE_URL     where that gateway is, for "mcp"
  REELGATE_PUBLIC, REELGATE_ADMIN
                   where the gateway listens, instead of what the configuration says

Exit codes:
  0  done
  1  the answer is no: refused, not found, invalid, or a check failed
  2  wrong use: unknown command or option, bad value, bad configuration
  3  could not be done now: storage, gateway or standard output unavailable
  130  stopped by Ctrl-C

Examples:
  $ reelgate serve
  $ reelgate account create acme --top-up 25.00 --reference inv-1
  $ reelgate key create acme
  $ reelgate search library "night sky" --pages 2
`;

type Ended = (exitCode: number) => void;

export interface CommandList {
  commands: readonly AnyCommand[];
  /** Help texts for the first word of commands with two words. */
  groups: Record<string, string>;
}

/** `ended` is called with the exit code of the command that ran. */
export function assembleProgram(list: CommandList, world: CliWorld, ended: Ended): Command {
  const columns = Math.max(world.columns ?? HELP_COLUMNS_DEFAULT, HELP_COLUMNS_MIN);
  const program = new Command('reelgate')
    .description('A self-hosted video search gateway with prepaid billing.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => world.out(text),
      writeErr: (text) => world.err(text),
      // The parser puts its suggestion on a second line; one line is easier to read in a log.
      outputError: (text, write) => write(`${errorLine(text)}\n`),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .version(world.versions.reelgate, '--version', 'print the version')
    .option('--config <FILE>', 'the configuration file')
    .option('--json', 'print JSON for scripts')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', ROOT_NOTES);
  for (const command of list.commands) {
    addCommand(parentOf(program, command, list.groups), command, world, ended);
  }
  return program;
}

/** A group is created with the first of its commands, so that the help keeps the sequence of the list. */
function parentOf(program: Command, { name }: AnyCommand, groups: CommandList['groups']): Command {
  const [first, second] = name.split(' ');
  if (second === undefined) return program;
  const known = program.commands.find((command) => command.name() === first);
  return known?.helpCommand(false) ?? program.command(first!).description(groups[first!]!).helpCommand(false);
}

function addCommand(parent: Command, spec: AnyCommand, world: CliWorld, ended: Ended): void {
  const command = parent.command(spec.name.split(' ').at(-1)!).description(spec.summary);
  for (const argument of spec.arguments ?? []) {
    if (argument.parse === undefined) command.argument(argument.name, argument.summary);
    else command.argument(argument.name, argument.summary, argument.parse);
  }
  for (const option of spec.options ?? []) command.addOption(optionOf(option));
  command.addHelpText('after', notesOf(spec));
  command.action(async () => {
    requireOptions(command, spec);
    const { config = null, json = false } = command.optsWithGlobals<{ config?: string; json?: boolean }>();
    const call = { world, args: command.processedArgs, options: command.opts(), json, configFile: config };
    ended((await spec.run(call)) ?? EXIT.ok);
  });
}

function optionOf({ flags, summary, parse, choices, isRequired, isRepeatable }: CommandOption): Option {
  const option = new Option(flags, isRequired ? `${summary} (required)` : summary);
  if (choices !== undefined) return option.choices(choices);
  const read = parse ?? ((text: string) => text);
  if (isRepeatable) return option.argParser((text, before?: unknown[]) => [...(before ?? []), read(text)]);
  return parse === undefined ? option : option.argParser(parse);
}

/** The parser checks for missing options before unknown ones, which would hide a typing error. So this check runs later. */
function requireOptions(command: Command, { options = [] }: AnyCommand): void {
  for (const { flags, isRequired } of options) {
    const option = command.options.find((one) => one.flags === flags);
    if (!isRequired || option === undefined) continue;
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === undefined) command.error(`error: required option '${flags}' not specified`);
  }
}

function notesOf({ notes, examples }: AnyCommand): string {
  const shown = examples.map((example) => `  $ reelgate ${example}\n`).join('');
  return `${notes === undefined ? '' : `\n${notes}\n`}\nExamples:\n${shown}`;
}

export async function runProgram(list: CommandList, world: CliWorld, argv: string[]): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = assembleProgram(list, world, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    exitCode = explain(error, world);
  }
  return afterOutput(world, exitCode);
}

/** A reader that closes the pipe (`| head`) is not an error. Any other loss of output is reported. */
async function afterOutput(world: CliWorld, exitCode: number): Promise<number> {
  const loss = await world.outputLoss();
  if (loss === null || loss === 'EPIPE') return exitCode;
  world.err(`error: standard output cannot be written (${loss}); what the command did stands\n`);
  return exitCode === EXIT.ok ? EXIT.unavailable : exitCode;
}

/** A key that was typed in the wrong place must not appear in a log. */
function errorLine(text: string): string {
  return plainText(text).replace(/(rg[ka]_live_)\w+/g, '$1…');
}

function explain(error: unknown, world: CliWorld): number {
  // The parser has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const message = error instanceof Error ? error.message : String(error);
  world.err(`error: ${errorLine(message)}\n`);
  if (error instanceof CliError) return error.exitCode;
  // An unexpected error is a bug, and a bug report needs its stack.
  if (!isForeseen(error)) world.err(`${error instanceof Error ? error.stack : ''}\n`);
  return EXIT.unavailable;
}

/** By name: importing the storage would load thirty files for `reelgate --help`. */
const FORESEEN = ['StorageUnavailable', 'UnusableDatabase'];

/** Storage that cannot be used, and files that the system refuses: the message is enough. */
function isForeseen(error: unknown): boolean {
  return error instanceof Error && (FORESEEN.includes(error.name) || 'code' in error);
}
