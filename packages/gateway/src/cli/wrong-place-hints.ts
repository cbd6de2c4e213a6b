// Hints for an operator whose command found no ledger or library: which settings lead to another place.
import type { Config } from '../config/config.ts';

const DATA = '"data" in it, or REELGATE_DATA,';

function sentence({ file }: Config, settings: string): string {
  const read = file === null ? 'no configuration file was read' : `${file} was read`;
  return (
    `${read}. If it is elsewhere: --config or REELGATE_CONFIG names another file, ${settings} another place. ` +
    '"reelgate serve" makes a new one'
  );
}

export function ledgerPlaceHint(config: Config): string {
  return sentence(config, config.storage.kind === 'postgres' ? '"storage" in it' : `"storage" or ${DATA}`);
}

export function libraryPlaceHint(config: Config): string {
  return sentence(config, config.storage.kind === 'postgres' ? '"storage" in it' : DATA);
}
