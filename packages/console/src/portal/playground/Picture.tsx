// Owns a picture of a platform: through the gateway where the gateway serves it, and a plain field where there is none.
import { useState } from 'react';
import { usePortalText } from '../text.ts';

/** Whatever name the gateway is reached by, its own pictures come from this very origin. */
function ownAddress(url: string): string {
  const path = /^https?:\/\/[^/]+(\/api\/.*)$/.exec(url)?.[1];
  return path ?? url;
}

export function Picture({ url }: { url: string | null | undefined }) {
  const text = usePortalText();
  const [isBroken, setBroken] = useState(false);
  if (!url || isBroken) return <span>{text.noPicture}</span>;
  return (
    <img
      src={ownAddress(url)}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
