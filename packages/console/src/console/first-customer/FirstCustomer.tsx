// The path to a first paying customer: six steps that tick themselves from what the ledger has, each with the one button that does it.
import { type ReactNode, useState } from 'react';
import type { Account } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Button, LinkButton } from '../../parts/Button.tsx';
import { joined } from '../../parts/joined.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { MakeAccountDialog } from '../accounts/MakeAccountDialog.tsx';
import { MoneyDialog } from '../accounts/MoneyDialog.tsx';
import { useMay } from '../console-session.ts';
import { keepStep, keptSteps } from '../overview/first-steps.ts';
import { OpenPlayground } from '../overview/OpenPlayground.tsx';
import style from './first-customer.module.css';
import { InviteOwnerDialog } from './InviteOwnerDialog.tsx';
import { doneOf, STEPS, type StepName, sumOf } from './progress.ts';
import { useFirstCustomerText } from './text.ts';
import { type Progress, useProgress } from './use-progress.ts';

/** Whether this operator has opened the price list from the steps. The gateway cannot know it, so this browser stores it. */
export function isPriceRead(): boolean {
  return keptSteps().has('price');
}

export function keepPriceRead(): void {
  keepStep('price');
}

type Over = 'account' | 'invite' | 'payment';

interface Step {
  name: StepName;
  isDone: boolean;
  fact: string;
  way: ReactNode;
}

/** What has been done, in the words of each step. */
function useFacts({ account, catalog, entries, calls, sessions }: Progress): Record<StepName, string> {
  const text = useFirstCustomerText();
  const format = useFormat();
  const currency = account?.currency ?? catalog.currency;
  const money = format.money(currency);
  const paid = money.exact(sumOf(entries, 'topup'));
  const [call] = calls;
  const hasSignedIn = sessions.some(({ account_id }) => account_id === account?.id);
  return {
    account:
      account === null ? '' : text.facts.account(account.name, format.exact(account.available, currency)),
    invite: hasSignedIn ? text.facts.invited : text.facts.invite,
    price: text.facts.price(format.count(catalog.version)),
    payment: text.facts.payment(paid),
    call: call === undefined ? '' : text.facts.call(call.operation, format.exact(call.charged, currency)),
    statement: text.facts.statement(
      paid,
      money.exact(-sumOf(entries, 'charge')),
      money.exact(parseMicros(account?.balance ?? '0.000000')),
    ),
  };
}

/** The statement that is closed, else the list of them. */
function statementPage({ account, statements: [closed] }: Progress): string {
  return closed === undefined ? `#/accounts/${account?.id}?tab=statements` : `#/statements/${closed.number}`;
}

/** The page of prices links back to these steps. */
function catalogPage(account: Account | null): string {
  return `#/catalog?customer=${account?.id ?? 'new'}`;
}

interface WaysProps {
  progress: Progress;
  /** The first step that is not done: its button stands out. */
  next: StepName | undefined;
  open: (over: Over) => void;
}

/** The one button of each step. Steps about an account have none until it exists. */
function useWays({ progress, next, open }: WaysProps): Record<StepName, ReactNode> {
  const { ways } = useFirstCustomerText();
  const may = useMay();
  const kindOf = (name: StepName) => (name === next ? 'primary' : 'plain');
  const opens = (over: Over) =>
    may.change && (
      <Button kind={kindOf(over)} onClick={() => open(over)}>
        {ways[over]}
      </Button>
    );
  const { account } = progress;
  const isThere = account !== null;
  return {
    account: opens('account'),
    invite: isThere && opens('invite'),
    price: (
      <LinkButton kind={kindOf('price')} href={catalogPage(account)} onClick={keepPriceRead}>
        {ways.price}
      </LinkButton>
    ),
    payment: isThere && opens('payment'),
    call: isThere && progress.keys.some(({ status }) => status === 'active') && (
      <OpenPlayground account={account.id} label={ways.call} />
    ),
    statement: isThere && <LinkButton href={statementPage(progress)}>{ways.statement}</LinkButton>,
  };
}

function StepRow({ step: { name, isDone, fact, way }, at }: { step: Step; at: number }) {
  const text = useFirstCustomerText();
  return (
    <li className={joined(style.step, isDone && style.isDone)} data-step={name} data-done={isDone}>
      <span className={style.tick} aria-hidden="true">
        {isDone ? '✓' : at + 1}
      </span>
      <div className={style.what}>
        <strong>
          {text.steps[name]}
          {isDone && <span className="hidden-visually"> {text.done}</span>}
        </strong>
        <span className={style.note}>{isDone ? fact : text.notes[name]}</span>
      </div>
      <div className={style.way}>{way}</div>
    </li>
  );
}

function Over({ over, progress, onClose }: { over: Over; progress: Progress; onClose: () => void }) {
  const [, change] = useUrlState(readAccount);
  const { account } = progress;
  const onMade = ({ id }: Account) => change({ account: id });
  if (over === 'account') return <MakeAccountDialog onMade={onMade} onClose={onClose} />;
  if (account === null) return null;
  if (over === 'payment') return <MoneyDialog kind="topup" account={account} onClose={onClose} />;
  const hasKey = progress.keys.some(({ status }) => status === 'active');
  return <InviteOwnerDialog account={account} hasKey={hasKey} onClose={onClose} />;
}

function readAccount(search: Record<string, unknown>) {
  return { account: textIn(search, 'account') };
}

function Steps({ progress }: { progress: Progress }) {
  const text = useFirstCustomerText();
  const [over, setOver] = useState<Over | null>(null);
  const facts = useFacts(progress);
  const done = doneOf(progress, isPriceRead());
  const next = STEPS.find((name) => !done[name]);
  const ways = useWays({ progress, next, open: setOver });
  const { account } = progress;
  return (
    <Panel title={account === null ? text.title : `${text.customer}: ${account.name}`}>
      {account !== null && next === undefined && (
        <Notice tone="good">
          <span data-all-done="">{text.allDone(account.name)}</span>
          <a href={`#/accounts/${account.id}`}>{text.accountOf}</a>
        </Notice>
      )}
      <ol className={style.steps}>
        {STEPS.map((name, at) => (
          <StepRow
            key={name}
            at={at}
            step={{ name, isDone: done[name], fact: facts[name], way: ways[name] }}
          />
        ))}
      </ol>
      {over && <Over over={over} progress={progress} onClose={() => setOver(null)} />}
    </Panel>
  );
}

export function FirstCustomer() {
  const text = useFirstCustomerText();
  const [{ account }] = useUrlState(readAccount);
  const progress = useProgress(account);
  return (
    <Page title={text.title} sub={text.sub}>
      <Loaded of={progress}>{(found) => <Steps progress={found} />}</Loaded>
    </Page>
  );
}
