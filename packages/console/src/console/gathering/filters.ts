// The filters of both lists, as the address holds them.
import { adminListCollectionsStateChoices, adminListWatchesStateChoices } from '../../api/bounds.ts';
import { textIn } from '../../shell/use-url-state.ts';

export interface GatherFilters<State extends string> {
  account: string | undefined;
  state: State | undefined;
  late: true | undefined;
  open: string | undefined;
}

function reader<State extends string>(states: readonly State[]) {
  return (search: Record<string, unknown>): GatherFilters<State> => {
    const state = textIn(search, 'state');
    return {
      account: textIn(search, 'account'),
      state: states.find((one) => one === state),
      // The router reads `true` in an address as a boolean.
      late: search.late === true || search.late === 'true' ? true : undefined,
      open: textIn(search, 'open'),
    };
  };
}

export const readCollectionFilters = reader(adminListCollectionsStateChoices);
export const readWatchFilters = reader(adminListWatchesStateChoices);
