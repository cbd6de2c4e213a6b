// The key that pays for the calls of this page, chosen among those that the session may use.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField } from '../../parts/Field.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { portal } from '../api.ts';
import { usePortalSession } from '../portal-session.ts';
import { usePortalText } from '../text.ts';

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
      inBackground(queries.invalidateQueries({ predicate: (query) => query.queryKey[1] !== queryKey[1] }));
    },
  });
  const { key, keys } = data;
  return (
    <>
      <SelectField
        label={text.callsWith}
        value={key.id}
        disabled={chosen.isPending}
        choices={keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} · ${prefix}…` }))}
        onPick={(id) => chosen.mutate(id)}
      />
      {chosen.isError && <Failure error={chosen.error} />}
    </>
  );
}
