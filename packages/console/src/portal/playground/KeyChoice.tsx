// The key that pays for the calls of this page: in sight, and chosen among those that the session may use.
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
  // Under the name of the keys: whatever changes them asks for these anew as well.
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
      // Another key may be sold other things, and see less.
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
