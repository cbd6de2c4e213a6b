// Owns what a pasted address is: the gateway says the platform and the kind, for nothing, and the form is set to it.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResolveUrlAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { useSettled } from '../../shell/use-settled.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';
import { ADDRESS } from './call.ts';
import type { PlaygroundForm } from './form.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import style from './playground.module.css';

interface AddressHintProps {
  form: PlaygroundForm;
  /** Those that have the operation of the form. */
  platforms: readonly string[];
  change: (change: Partial<PlaygroundForm>) => void;
}

/** What one asks first for a thing of this kind. */
const FIRST: Partial<Record<ResolveUrlAnswer['kind'], OperationName>> = {
  video: 'video.get',
  author: 'author.get',
};

export function AddressHint({ form, platforms, change }: AddressHintProps) {
  const text = usePortalText();
  const url = useSettled((form.about ?? '').trim());
  const resolved = useQuery({
    queryKey: ['resolve', url],
    queryFn: () => portal<ResolveUrlAnswer>('/api/resolve/v1/url', { query: { url } }),
    enabled: ADDRESS.test(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const answer = ADDRESS.test(url) ? resolved.data : undefined;
  const served = answer?.served_as[0];
  const { about } = OPERATIONS[form.operation];
  const fits = answer !== undefined && about === answer.kind;
  const able = fits ? answer.served_as.find((platform) => platforms.includes(platform)) : undefined;
  useEffect(() => {
    // The address says the platform; another one would refuse it.
    if (able !== undefined && form.platform !== able) change({ platform: able });
  });
  if (answer === undefined) return null;
  if (served === undefined) return <p className={style.after}>{text.notServed}</p>;
  const first = FIRST[answer.kind];
  return (
    <p className={style.after} role="status">
      {text.isAddress(text.addressKinds[answer.kind], served)}{' '}
      {!fits && first !== undefined && (
        <Button kind="bare" onClick={() => change({ operation: first, platform: served, sort: undefined })}>
          {text.askFor(text.operations[first])}
        </Button>
      )}
    </p>
  );
}
