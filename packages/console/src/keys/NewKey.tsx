// Shows a new secret once, with a command that uses it.
import { Code, Secret } from '../parts/Code.tsx';
import { Copy } from '../parts/Copy.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Row } from '../parts/Panel.tsx';
import { useCommonText } from '../text/common.ts';

export function NewKey({ secret, base }: { secret: string; base: string }) {
  const text = useCommonText();
  const curl = `curl -s -G '${base}/api/u1/v1/library/app/search_video_v2' \\\n  --data-urlencode 'keyword=cat' \\\n  -H 'Authorization: Bearer ${secret}'`;
  return (
    <>
      <Notice tone="warn">{text.secretOnce}</Notice>
      <Secret value={secret} what={text.key} />
      <Row>
        <span>{text.firstCall}</span>
        <Copy value={curl} what={text.firstCall} />
      </Row>
      <Code label={text.firstCall}>{curl}</Code>
    </>
  );
}
