// Loaded into a measured process where /proc does not exist: reports over IPC what the process has used. It must never keep the process
// alive. Children of the process are not counted, so rows with several processes are left out there.

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.channel?.unref();
