// The balance of the account: available and held money, how long it lasts, top-ups, entries and statements.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadCsv } from '../../api/typed-ask.ts';
import { useList } from '../../api/use-list.ts';
import { GrantsTable } from '../../grants/GrantsTable.tsx';
import { useGrantsText } from '../../grants/text.ts';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { EntriesTable } from '../../parts/EntriesTable.tsx';
import { Figure, Figures } from '../../parts/Facts.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { StatementList } from '../../statements/StatementList.tsx';
import { balanceQuery, OWN_STATEMENTS, PORTAL, portal } from '../api.ts';
import { Owed, RechargePanel } from '../paying/RechargePanel.tsx';
import { TopUp } from '../paying/TopUp.tsx';
import { usePayingText } from '../paying/text.ts';
import { usePortalText } from '../text.ts';

/** Grants per part of the list. Most accounts have one, from their sign-up. */
const GRANTS_SHOWN = 10;

function OwnGrants() {
  const text = useGrantsText();
  const paying = usePayingText();
  const grants = useList(['grants'], (cursor) =>
    portal('/account/v1/grants', { query: { cursor, limit: GRANTS_SHOWN } }),
  );
  const all = grants.data?.pages.flatMap((page) => page.grants) ?? [];
  if (all.length === 0)
    return grants.isError ? (
      <Failure error={grants.error} again={() => inBackground(grants.refetch())} />
    ) : null;
  return (
    <Panel title={text.title}>
      <p>{paying.grantsWhy}</p>
      <GrantsTable grants={all} empty={null} />
      <MoreButton of={grants} />
    </Panel>
  );
}

/** Longer estimates are not shown as a number of days: one call in a week would give thousands. */
const LONG_DAYS = 365;

function Runway() {
  const text = usePortalText();
  const format = useFormat();
  const runway = useQuery({
    queryKey: ['runway'],
    queryFn: () => portal('/account/v1/runway'),
  });
  const days = runway.data?.days ?? null;
  const written = (left: number | null) => {
    if (left === null) return '–';
    return left > LONG_DAYS ? text.runwayLong : text.days(format.count(Math.round(left)));
  };
  return (
    <Figure
      label={text.runway}
      value={written(days)}
      note={
        days === null
          ? text.runwayNone
          : text.runwayNote(format.sum(runway.data!.spent_per_day, runway.data!.currency))
      }
    />
  );
}

function Entries() {
  const text = usePortalText();
  const [failed, setFailed] = useState<unknown>(null);
  const entries = useList(['entries'], (cursor) =>
    portal('/account/v1/entries', { query: { cursor, limit: 50 } }),
  );
  const save = () => {
    setFailed(null);
    downloadCsv(PORTAL, '/api/account/v1/entries', {}, 'entries.csv').catch(setFailed);
  };
  return (
    <Panel
      title={text.entries}
      way={
        <Button kind="bare" onClick={save}>
          {text.entriesFile}
        </Button>
      }
    >
      {failed !== null && <Failure error={failed} />}
      <Loaded of={entries}>
        {({ pages }) => (
          <EntriesTable
            label={text.entries}
            entries={pages.flatMap((page) => page.entries)}
            callLink={(id) => `#/receipts/${encodeURIComponent(id)}`}
            empty={text.noEntries}
          />
        )}
      </Loaded>
      <MoreButton of={entries} />
    </Panel>
  );
}

const SHOWN = ['entries', 'statements'] as const;

/** A list of single entries, or of monthly statements. */
function Books() {
  const text = usePortalText();
  const [{ show }, change] = useUrlState((search) => ({
    show: SHOWN.find((one) => one === textIn(search, 'show')) ?? 'entries',
  }));
  return (
    <>
      <Segments
        label={text.books}
        value={show}
        choices={SHOWN.map((value) => ({ value, label: text[value] }))}
        onPick={(value) => change({ show: value })}
      />
      {show === 'entries' ? (
        <Entries />
      ) : (
        <Panel title={text.statements}>
          <StatementList source={OWN_STATEMENTS} />
        </Panel>
      )}
    </>
  );
}

export function Balance() {
  const text = usePortalText();
  const format = useFormat();
  const balance = useQuery(balanceQuery);
  return (
    <Page title={text.balance}>
      <Loaded of={balance}>
        {({ available, held, currency }) => (
          <>
            <Figures>
              <Figure label={text.available} value={format.exact(available, currency)} />
              <Figure label={text.heldNow} value={format.exact(held, currency)} />
              <Runway />
            </Figures>
            <Owed />
            <OwnGrants />
            <TopUp />
            <RechargePanel />
          </>
        )}
      </Loaded>
      <Books />
    </Page>
  );
}
