// One provider over the last 24 hours, and a check of it now.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AdminGetProviderHistoryAnswer, Provider } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Chart } from '../../parts/Chart.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Facts, Figure, Figures } from '../../parts/Facts.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { useSentences } from '../../prices/Coverage.tsx';
import { useCoverageText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { FaultChoice } from './FaultChoice.tsx';
import { Quota } from './Health.tsx';
import { dayOf, pointsOf } from './history-points.ts';
import { useProvidersText } from './text.ts';

interface ProviderDrawerProps {
  name: string;
  /** Undefined while it is loading. */
  provider: Provider | undefined;
  onClose: () => void;
}

function Check({ name }: { name: string }) {
  const text = useProvidersText();
  const format = useFormat();
  const checked = useMutation({
    mutationFn: () => admin('/providers/{provider}/check', { method: 'POST', params: { provider: name } }),
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
      labels={points.map(({ at }) => format.time.minute(at))}
      lines={[
        { name: text.attempts, look: 'accent', area: true, values: points.map(({ attempts }) => attempts) },
        { name: common.failures, look: 'before', values: points.map(({ failures }) => failures) },
      ]}
      write={(value) => format.count(value)}
    />
  );
}

/** Figures of the last 24 hours, for comparing providers. */
function DayFigures({ steps, currency }: Pick<AdminGetProviderHistoryAnswer, 'steps' | 'currency'>) {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  const day = dayOf(steps);
  return (
    <Figures>
      <Figure
        label={text.succeeded}
        value={day.attempts === 0 ? common.none : format.percent(1 - day.failures / day.attempts)}
      />
      <Figure label={text.attempts} value={format.count(day.attempts)} />
      <Figure label={text.p95} value={day.p95Ms === null ? common.none : `≤ ${format.ms(day.p95Ms)}`} />
      <Figure label={text.margin} value={format.money(currency).sum(day.earned - day.cost)} />
    </Figures>
  );
}

/** The limits of the provider, and how much of each is in use. */
function Limits({ of: { connector, made_up, limits, quota, gate } }: { of: Provider }) {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  return (
    <Facts
      rows={[
        [text.connector, made_up ? `${connector} (${common.madeUp})` : connector],
        limits.requests_per_second !== null && [text.rateLimit, format.count(limits.requests_per_second)],
        limits.timeout_ms !== null && [text.timeout, format.ms(limits.timeout_ms)],
        quota !== null && [text.quota, <Quota key="quota" of={quota} isFull />],
        gate !== null && [
          text.atOnce,
          `${format.count(gate.running)} / ${format.count(gate.in_flight_limit)}`,
        ],
        gate !== null && gate.waiting > 0 && [text.waiting, format.count(gate.waiting)],
      ]}
    />
  );
}

export function ProviderDrawer({ provider, name, onClose }: ProviderDrawerProps) {
  const text = useProvidersText();
  const covers = useCoverageText();
  const sentences = useSentences();
  const may = useMay();
  const history = useQuery({
    queryKey: ['history', name],
    queryFn: () => admin('/providers/{provider}/history', { params: { provider: name } }),
  });
  return (
    <Dialog side title={name} onClose={onClose}>
      <Loaded of={history}>
        {({ steps, currency, coverage }) => (
          <>
            <DayFigures steps={steps} currency={currency} />
            <Panel title={text.history}>
              <History steps={steps} />
            </Panel>
            {coverage.length > 0 && (
              <Panel title={covers.coverage}>
                <Facts rows={coverage.map((one) => [one.operation, sentences(one.coverage)] as const)} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
      {provider && <Limits of={provider} />}
      {provider && provider.fault !== null && may.change && (
        <FaultChoice provider={name} fault={provider.fault} />
      )}
      {may.change && <Check name={name} />}
    </Dialog>
  );
}
