// A picture of a platform, loaded from the gateway, or an empty field if there is none.
import { useState } from 'react';
import { usePortalText } from '../text.ts';
import { usePictureAddress } from './pictures.ts';

export function Picture({ url }: { url: string | null | undefined }) {
  const text = usePortalText();
  const addressOf = usePictureAddress();
  const [isBroken, setBroken] = useState(false);
  const address = url ? addressOf(url) : null;
  if (address === null || isBroken) return <span>{text.noPicture}</span>;
  return (
    <img src={address} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}
