// The key that pays for the calls of this page, chosen among those that the session may use.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reloadQueries } from '../../api/use-change.ts';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField } from '../../parts/Field.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { ownKeyQuery, portal } from '../api.ts';
import { usePortalSession } from '../portal-session.ts';
import { usePortalText } from '../text.ts';

/** What the key may still spend, or that nothing but the balance limits it. */
function CapsLeft() {
  const text = usePortalText();
  const common = useCommonText();
  const format = useFormat();
  const { data } = useQuery(ownKeyQuery);
  if (data === undefined) return null;
  if (data.caps.length === 0) return <span data-caps-left="">{text.noCapOfKey}</span>;
  return (
    <span data-caps-left="">
      {data.caps
        .map(({ left, limit, window }) =>
          text.leftOfCap(
            format.exact(left, data.currency),
            format.exact(limit, data.currency),
            common.windows[window],
          ),
        )
        .join(' · ')}
    </span>
  );
}

export function KeyChoice() {
  const text = usePortalText();
  const queries = useQueryClient();
  const signedIn = usePortalSession();
  // Below the cache key of the keys, so that a change of keys reloads this list too.
  const queryKey = ['keys', 'choice'];
  const { data } = useQuery({
    queryKey,
    queryFn: () => portal('/account/v1/session'),
    initialData: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chosen = useMutation({
    mutationFn: (key: string) => portal('/account/v1/session', { method: 'PATCH', body: { key } }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer);
      // Another key may have other prices and see less, so everything else is loaded again.
      reloadQueries(queries, { predicate: (query) => query.queryKey[1] !== queryKey[1] });
    },
  });
  const { key, keys } = data;
  const named = ({ name, prefix }: typeof key) => `${name} · ${prefix}…`;
  return (
    <>
      <SelectField
        label={text.callsWith}
        value={key.id}
        disabled={chosen.isPending || keys.length < 2}
        hint={<CapsLeft />}
        choices={(keys.length === 0 ? [key] : keys).map((one) => ({ value: one.id, label: named(one) }))}
        onPick={(id) => chosen.mutate(id)}
      />
      {chosen.isError && <Failure error={chosen.error} />}
    </>
  );
}
