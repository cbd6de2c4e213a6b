// Owns one provider over the last day, and a check of it right now.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AdminCheckProviderAnswer, AdminGetProviderHistoryAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Row } from '../../parts/Row.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { pointsOf } from './history-points.ts';
import { useProvidersText } from './text.ts';

function Check({ name }: { name: string }) {
  const text = useProvidersText();
  const format = useFormat();
  const checked = useMutation({
    mutationFn: () =>
      admin<AdminCheckProviderAnswer>(`/providers/${encodeURIComponent(name)}/check`, {
        method: 'POST',
        body: {},
      }),
  });
  return (
    <>
      <p>{text.checkNote}</p>
      <Row>
        <Button disabled={checked.isPending} onClick={() => checked.mutate()}>
          {text.check}
        </Button>
      </Row>
      {checked.isError && <Failure error={checked.error} />}
      {checked.data?.checks.map(({ platform, outcome, items, duration_ms, detail }) => (
        <Notice key={platform} tone={outcome === 'ok' ? 'good' : 'bad'}>
          <strong>{outcome}</strong>
          <span>{text.checkOk(platform, format.count(items ?? 0), format.ms(Math.round(duration_ms)))}</span>
          {detail !== null && <span>{detail}</span>}
        </Notice>
      ))}
    </>
  );
}

function History({ steps }: Pick<AdminGetProviderHistoryAnswer, 'steps'>) {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  const points = pointsOf(steps);
  return (
    <Chart
      label={text.history}
      tableLabel={common.asTable}
      labels={points.map(({ at }) => format.time.clock(at).slice(0, 5))}
      lines={[
        { name: text.attempts, look: 'accent', area: true, values: points.map(({ attempts }) => attempts) },
        { name: common.failures, look: 'before', values: points.map(({ failures }) => failures) },
      ]}
      write={(value) => format.count(value)}
    />
  );
}

export function ProviderDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const text = useProvidersText();
  const may = useMay();
  const history = useQuery({
    queryKey: ['history', name],
    queryFn: () => admin<AdminGetProviderHistoryAnswer>(`/providers/${encodeURIComponent(name)}/history`),
  });
  return (
    <Dialog side title={name} onClose={onClose}>
      <Panel title={text.history}>
        <Loaded of={history}>{({ steps }) => <History steps={steps} />}</Loaded>
      </Panel>
      {may.change && <Check name={name} />}
    </Dialog>
  );
}
