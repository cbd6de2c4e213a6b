// Judges one round. A separate program: it reads only the folder of a round (journals, dump, checkpoints) and shares no code with the
// gateway.
// Usage: check.ts FOLDER [--json]. Exits with 1 on any violation.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkCapWords } from './check/caps.ts';
import { checkCluster } from './check/cluster.ts';
import { checkGrounds } from './check/complaints.ts';
import { Case, type Evidence } from './check/evidence.ts';
import { checkGathered } from './check/gathered.ts';
import { checkChanges } from './check/gathered-changes.ts';
import { checkHidden } from './check/hidden.ts';
import { checkMoney } from './check/money.ts';
import { checkPayments } from './check/payments.ts';
import { checkPlatform } from './check/platform.ts';
import { checkBounds } from './check/price-limits.ts';
import { checkQuestions } from './check/questions.ts';
import { checkRequests } from './check/requests.ts';
import { checkItems } from './check/terms.ts';
import { checkTranscripts } from './check/transcripts.ts';
import { Findings, type Verdict } from './check/verdict.ts';
import { checkWalks } from './check/walks.ts';
import { coverageOf } from './coverage.ts';
import { readJournal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentHistory } from './payments.ts';

export function check(evidence: Evidence): Verdict {
  const found = new Findings();
  const kase = new Case(evidence);
  checkMoney(found, kase);
  checkItems(found, kase);
  checkCapWords(found, kase);
  checkGrounds(found, kase);
  checkBounds(found, kase);
  checkRequests(found, kase);
  checkQuestions(found, kase);
  checkPlatform(found, kase);
  checkWalks(found, kase);
  checkGathered(found, kase);
  checkChanges(found, kase);
  checkTranscripts(found, kase);
  checkHidden(found, kase);
  checkPayments(found, kase);
  checkCluster(found, kase);
  const { violations, counts, facts } = found;
  return { violations, counts, facts, coverage: coverageOf(evidence.client) };
}

function readEvidence(folder: string): Evidence {
  const file = (name: string) => path.join(folder, name);
  const json = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Ledger;
  const all = (name: string) =>
    existsSync(file(name))
      ? readdirSync(file(name))
          .sort()
          .map((each) => json(`${name}/${each}`))
      : [];
  return {
    client: readJournal(file('client.jsonl')),
    upstream: readJournal(file('upstream.jsonl')),
    faults: readJournal(file('faults.jsonl')),
    ledger: json('ledger.json'),
    checkpoints: all('checkpoints'),
    recoveries: all('recoveries'),
    payments: JSON.parse(readFileSync(file('payments.json'), 'utf8')) as PaymentHistory,
  };
}

function print({ violations, counts, facts }: Verdict): void {
  for (const { invariant, detail, ids } of violations)
    console.log(`${invariant}: ${detail} [${ids.join(' ')}]`);
  for (const [invariant, count] of Object.entries(facts).sort())
    console.log(
      `${invariant.padEnd(6)} ${String(count).padStart(8)} facts, ${counts[invariant] ?? 0} violations`,
    );
}

if (import.meta.main) {
  const [folder, form] = process.argv.slice(2);
  const verdict = check(readEvidence(folder!));
  if (form === '--json') process.stdout.write(JSON.stringify(verdict));
  else print(verdict);
  process.exitCode = verdict.violations.length > 0 ? 1 : 0;
}
