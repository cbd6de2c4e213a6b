// The page and the form that start a collection or make a watch: the question, what differs, the key that pays, and a button that says the
// most that it can cost.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ListPricesAnswer } from '../../api/api-types.ts';
import { freshId } from '../../api/fresh-id.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Form } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { pricesQuery } from '../api.ts';
import { KeyChoice } from '../playground/KeyChoice.tsx';
import { QuestionFields, type useQuestionForm } from './QuestionFields.tsx';
import { useGatherText } from './text.ts';

/** As short as the ids of the playground; an account makes far fewer of these. */
const ID_BYTES = 5;

/** The request id of a new collection or watch. The same fields keep the same id, so that sending them twice makes one. */
function useMadeId(body: unknown): Record<string, string> {
  const text = JSON.stringify(body);
  const [kept, keep] = useState(() => ({ text, id: freshId(ID_BYTES) }));
  const next = kept.text === text ? kept : { text, id: freshId(ID_BYTES) };
  if (next !== kept) keep(next);
  return { 'x-reelgate-request-id': `portal-${next.id}` };
}

interface MakePageProps {
  title: string;
  children: (prices: ListPricesAnswer) => ReactNode;
}

export function MakePage({ title, children }: MakePageProps) {
  const prices = useQuery(pricesQuery);
  return (
    <Page title={title}>
      <Panel>
        <Loaded of={prices}>{children}</Loaded>
      </Panel>
    </Page>
  );
}

interface MakeFormProps<Body> {
  /** null if the key may read no list. */
  asked: ReturnType<typeof useQuestionForm>;
  /** Several questions may be given, one on each line. */
  lines: boolean;
  /** null while a field is missing or wrong. */
  body: Body | null;
  /** Makes it and gives the address of its page. */
  send: (body: Body, headers: Record<string, string>) => Promise<string>;
  act: string;
  children: ReactNode;
}

export function MakeForm<Body>({ asked, lines, body, send, act, children }: MakeFormProps<Body>) {
  const text = useGatherText();
  const headers = useMadeId(body);
  const made = useChange(
    (body: Body) => send(body, headers),
    (place) => {
      location.hash = place;
    },
  );
  if (asked === null) {
    return (
      <Empty>
        {text.nothingToGather}
        <KeyChoice />
      </Empty>
    );
  }
  return (
    <Form narrow onSend={() => body !== null && made.mutate(body)}>
      <QuestionFields asked={asked} lines={lines} />
      {children}
      <KeyChoice />
      {made.isError && <Failure error={made.error} />}
      <Button kind="primary" type="submit" disabled={body === null || made.isPending} data-start="">
        {made.isPending ? text.starting : act}
      </Button>
    </Form>
  );
}
