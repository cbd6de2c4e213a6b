// Recognises a pasted web address: the gateway names its platform and kind, free of charge, and the form is set to them. Addresses are
// never searched as keywords, so the reader is told if an address leads nowhere.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResolveUrlAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { useDebounced } from '../../shell/use-debounced.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';
import { ADDRESS } from './call.ts';
import type { Offer, PlaygroundForm } from './form.ts';
import { OPERATIONS, type OperationName, operationFor } from './operations.ts';
import style from './playground.module.css';

interface AddressHintProps {
  form: PlaygroundForm;
  offer: Offer;
  change: (change: Partial<PlaygroundForm>) => void;
}

/** The first operation for a thing of this kind; undefined if no operation takes such an address. */
function firstFor(kind: ResolveUrlAnswer['kind']): OperationName | undefined {
  if (kind === 'search' || kind === 'unknown') return undefined;
  return operationFor(kind, kind, 'record');
}

export function AddressHint({ form, offer, change }: AddressHintProps) {
  const text = usePortalText();
  const url = useDebounced((form.about ?? '').trim());
  const resolved = useQuery({
    queryKey: ['resolve', url],
    queryFn: () => portal('/resolve/v1/url', { query: { url } }),
    enabled: ADDRESS.test(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const answer = ADDRESS.test(url) ? resolved.data : undefined;
  const served = answer?.served_as[0];
  const { about } = OPERATIONS[form.operation];
  const fits = answer !== undefined && about === answer.kind;
  const able = fits ? answer.served_as.find((platform) => offer.platforms.includes(platform)) : undefined;
  useEffect(() => {
    // The address determines the platform: any other would refuse it.
    if (able !== undefined && form.platform !== able) change({ platform: able });
  });
  const isKeyword = about === 'keyword' && ADDRESS.test(url);
  if (answer === undefined && !(isKeyword && resolved.isError)) return null;
  const first = answer === undefined ? undefined : firstFor(answer.kind);
  const way = first !== undefined && !fits && offer.operations.includes(first) ? first : undefined;
  const searched = isKeyword && answer?.kind === 'search' ? answer.id : null;
  return (
    <p className={style.after} role="status">
      {answer === undefined || served === undefined
        ? text.notServed
        : text.isAddress(text.addressKinds[answer.kind], served)}{' '}
      {served !== undefined && way !== undefined && (
        <Button kind="bare" onClick={() => change({ operation: way, platform: served, sort: undefined })}>
          {text.askFor(text.operations[way])}
        </Button>
      )}
      {searched !== null && (
        <Button kind="bare" onClick={() => change({ about: searched, platform: served })}>
          {text.askFor(`“${searched}”`)}
        </Button>
      )}
      {isKeyword && (served === undefined || way === undefined) && searched === null && text.noKeyword}
    </p>
  );
}
