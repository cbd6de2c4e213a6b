// Downloads the export of an ended collection, by an address that works without a key.
import { useMutation } from '@tanstack/react-query';
import type { Collection, CreateExportLinkAnswer } from '../../api/api-types.ts';
import { createExportLinkFormatChoices } from '../../api/bounds.ts';
import { isEnded } from '../../gathering/gathered.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

type Format = (typeof createExportLinkFormatChoices)[number];

/** From this page's own host: the public address of the gateway may have another name here. */
function save({ url, format }: CreateExportLinkAnswer, id: string): void {
  const { pathname, search } = new URL(url, location.href);
  const link = document.createElement('a');
  link.href = pathname + search;
  link.download = `${id}.${format}`;
  link.click();
}

export function Export({ of }: { of: Collection }) {
  const text = useGatherText();
  const format = useFormat();
  const made = useMutation({
    mutationFn: (format: Format) =>
      portal('/collections/v1/{collection}/export_link', {
        method: 'POST',
        params: { collection: of.id },
        body: { format },
      }),
    onSuccess: (answer) => save(answer, of.id),
  });
  return (
    <Panel title={text.download}>
      <p>{isEnded(of) ? text.downloadNote : text.downloadLater}</p>
      {isEnded(of) && (
        <Row>
          {createExportLinkFormatChoices.map((one) => (
            <Button key={one} disabled={made.isPending} onClick={() => made.mutate(one)}>
              {text.formats[one]}
            </Button>
          ))}
        </Row>
      )}
      {made.isError && <Failure error={made.error} />}
      {made.data && (
        <>
          <p>{text.linkNote(format.time.full(made.data.expires_at))}</p>
          <Secret value={made.data.url} what={text.linkOf} />
        </>
      )}
    </Panel>
  );
}
