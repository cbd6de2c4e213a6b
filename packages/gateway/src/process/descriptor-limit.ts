// How many files, connections and threads' pipes this process may have open at one time: the soft limit that Node raised to the hard one.
import { readFileSync } from 'node:fs';

/** Infinity without a limit, and where the limit cannot be read. */
export function descriptorLimit(read: () => string | number = ofSystem): number {
  const limit = Number(read());
  return Number.isSafeInteger(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

function ofSystem(): string | number {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))![1]!;
  } catch {
    return ofReport();
  }
}

/** Elsewhere than on Linux. Without the network the report takes milliseconds, and asks no name server. */
function ofReport(): string | number {
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: string | number } };
  };
  return userLimits?.open_files?.soft ?? 'unknown';
}
