// The filters of calls: chips for those in force, and a field that completes names while one types.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterBox, type Suggestion } from '../../parts/FilterBox.tsx';
import { FilterChips } from '../../parts/FilterChips.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import style from './calls.module.css';
import { CALL_FILTERS, type CallFilters } from './filters.ts';
import { useCallsText } from './text.ts';
import { useFilterLabels, useSuggestions } from './use-suggestions.ts';

interface CallFilterBarProps {
  filters: CallFilters;
  change: (change: Partial<CallFilters>) => void;
}

/** The name of the key and of the account that the address names by id. */
function useNames({ key, account }: CallFilters): Record<string, string> {
  const isId = account?.startsWith('acc_') ?? false;
  const { data: found } = useQuery({
    queryKey: ['keys', 'one', key],
    queryFn: () => admin('/keys/{key}', { params: { key: key! } }),
    enabled: key !== undefined,
    retry: false,
  });
  const { data: owner } = useQuery({
    queryKey: ['accounts', 'one', account],
    queryFn: () => admin('/accounts/{account}', { params: { account: account! } }),
    enabled: isId,
    retry: false,
  });
  return {
    ...(found && { key: found.key.name }),
    ...(owner && { account: owner.account.name }),
  };
}

export function CallFilterBar({ filters, change }: CallFilterBarProps) {
  const text = useCallsText();
  const common = useCommonText();
  const labels = useFilterLabels();
  const names = useNames(filters);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { suggestions, isLoading } = useSuggestions(typed, isOpen);
  const shown = CALL_FILTERS.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const written = name === 'state' ? common.states[filters.state!] : (names[name] ?? value);
    return [{ name, label: labels[name], value: written }];
  });
  const pick = ({ name, value }: Suggestion) => change({ [name]: value });
  return (
    <div className={style.filters}>
      <FilterBox
        label={text.addFilter}
        typed={typed}
        onType={setTyped}
        suggestions={suggestions}
        isLoading={isLoading}
        onOpen={() => setOpen(true)}
        onPick={pick}
      />
      <FilterChips
        filters={shown}
        onRemove={(name) => change({ [name]: undefined })}
        onClear={() => change(Object.fromEntries(CALL_FILTERS.map((name) => [name, undefined])))}
      />
    </div>
  );
}
