// The commands that buy data, one per operation, which also defines the words and examples of the command. A command calls a running
// gateway as a caller does. Every call has its own request id; repeating it with the same id returns the same answer free of charge.
import type { Reelgate } from 'reelgate-client';
import { base62, GROUPS } from '../../domain/access/key.ts';
import { operations } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { withFieldsParameter } from '../../operations/record-fields.ts';
import { amount, wholeNumber } from '../../terminal/arguments.ts';
import {
  CALLER_OPTIONS,
  type CallerOptions,
  callerKey,
  gatewayTarget,
  inHeader,
} from '../../terminal/caller-options.ts';
import { withBoldHead } from '../../terminal/colors.ts';
import type { AnyCommand, CliCommand, CommandOption, Invocation } from '../../terminal/command.ts';
import { errorText } from '../../terminal/output.ts';
import { parameterFlags, parametersOf } from '../../terminal/parameter-flags.ts';
import { EXIT_OF_SIGNAL } from '../../terminal/world.ts';
import { BoughtAnswers, type Lacking, lackingText } from './bought-answers.ts';
import { type PaidTarget, positionalParameters, targetArguments, targetsOf } from './data-target.ts';
import type { ClientMethod, PaidCalls, PaidOrder, PaidProblem } from './paid-calls.ts';
import { answerText } from './record-view.ts';

interface DataOptions extends CallerOptions {
  platform?: string;
  pages?: number;
  variant?: string;
  group?: string;
  requestId?: string;
  budget?: string;
  maxPrice?: string;
  /** Parameters of the operation, by flag. */
  [flag: string]: unknown;
}
type Args = (string | string[])[];
type DataInvocation = Invocation<Args, DataOptions>;

const PAGES_MAX = 1_000;
const ID_CHARS = 20;

const LIST_OPTIONS: CommandOption[] = [
  { flags: '--pages <N>', summary: 'at most this many pages (default: 1)', parse: wholeNumber(1, PAGES_MAX) },
  { flags: '--budget <AMOUNT>', summary: 'stop before the page that would exceed it' },
];

const PLATFORM_OPTION: CommandOption = {
  flags: '--platform <NAME>',
  summary: 'where ids are from; an address says it itself',
};

const CALL_OPTIONS: CommandOption[] = [
  { flags: '--variant <NAME>', summary: 'how hard to try (default: stable)', choices: ['stable', 'economy'] },
  {
    flags: '--group <GROUP>',
    summary: `u1 unified or u2 native records (default: ${GROUPS[0]})`,
    choices: GROUPS,
  },
  { flags: '--request-id <ID>', summary: 'of the first call; those of later calls follow from it' },
  { flags: '--max-price <AMOUNT>', summary: 'the most that one call may cost', parse: amount },
  CALLER_OPTIONS.key,
  CALLER_OPTIONS.url,
];

function optionsOf(operation: Operation): CommandOption[] {
  return [
    ...(operation.byAddress === null ? [] : [PLATFORM_OPTION]),
    ...(operation.shape === 'page' ? LIST_OPTIONS : []),
    ...parameterFlags(operation, positionalParameters(operation)),
    ...CALL_OPTIONS,
  ];
}

function orderOf(call: DataInvocation): PaidOrder {
  const { world, options } = call;
  const { budget, maxPrice } = options;
  const requestId = options.requestId ?? `cli-${base62(world.random, ID_CHARS)}`;
  const place = { ...gatewayTarget(call), key: callerKey(call) };
  return { ...place, requestId: inHeader('the request id', requestId), budget, maxPrice };
}

/** One run of a data command. */
class DataRun {
  readonly #call: DataInvocation;
  readonly #operation: Operation;
  readonly #order: PaidOrder;
  readonly #targets: PaidTarget[];
  readonly #bought: BoughtAnswers;
  /** Cursor of the last page; null when there is no further page. */
  #cursor: string | null = null;
  /** Standard output has an answer in a format of its own, so receipts go to standard error. */
  #isFormatted = false;
  /** The exit code, after Ctrl-C or SIGTERM. */
  #stoppedWith: number | null = null;

  constructor(call: DataInvocation, operation: Operation) {
    const { args, options } = call;
    const { platform, group } = options;
    this.#call = call;
    this.#operation = operation;
    this.#targets = targetsOf(operation, { args, platform, isNative: group === 'u2' });
    this.#order = orderOf(call);
    this.#bought = new BoughtAnswers(operation.shape === 'page' ? 'page' : 'call');
  }

  async run(): Promise<number> {
    // Imported here, so that other commands do not load an HTTP client.
    const { PaidCalls: Calls, PaidProblem: Problem } = await import('./paid-calls.ts');
    const calls = new Calls(this.#order, (reelgate) => methodOf(reelgate, this.#operation));
    try {
      await Promise.race([this.#buyAll(calls, Problem), this.#stop()]);
    } finally {
      // Ctrl-C abandons the running call; its request id returns the answer later, free of charge.
      await (this.#stoppedWith !== null ? calls.abort() : calls.close());
      if (this.#stoppedWith !== null || !this.#bought.isEmpty) await this.#report();
    }
    return this.#stoppedWith ?? this.#bought.exitCode;
  }

  async #stop(): Promise<void> {
    this.#stoppedWith = EXIT_OF_SIGNAL[await this.#call.world.interrupted()];
  }

  /** Buys one target after the other. It goes on after a missing thing and stops at any other refusal, which would hit the rest too. */
  async #buyAll(calls: PaidCalls, Problem: typeof PaidProblem): Promise<void> {
    for (const [i, target] of this.#targets.entries()) {
      try {
        await this.#buy(calls, target, i);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#bought.refuse(target, error.problem);
        if (error.problem.code !== this.#operation.absent) return;
      }
      if ((await this.#call.world.outputLoss()) !== null) return;
    }
  }

  async #buy(calls: PaidCalls, target: PaidTarget, i: number): Promise<void> {
    const { world, json, options } = this.#call;
    const { pages = 1, group = GROUPS[0], variant = 'stable' } = options;
    const choices = parametersOf(this.#operation, positionalParameters(this.#operation), options);
    const { requestId } = this.#order;
    const callId = i === 0 ? requestId : `${requestId}.${i + 1}`;
    let left = pages;
    for await (const answer of calls.answers({ ...target, group, variant, ...choices }, callId)) {
      if (this.#stoppedWith !== null) return;
      this.#bought.take(answer);
      this.#cursor = answer.data.has_more === true ? (answer.data.pcursor ?? null) : null;
      if (!json) this.#show(answer.data, answer.text);
      left--;
      // Pages that cannot be printed are not bought.
      if (left === 0 || (await world.outputLoss()) !== null) return;
    }
    if (calls.isBudgetSpent) world.err('Stopped: the next page would exceed the budget.\n');
  }

  #show(data: object, text: string): void {
    const { world } = this.#call;
    const { schema } = this.#operation.record;
    // A format such as WebVTT is printed as it is, so that it can be written into a file.
    const { content } = data as { content?: string };
    if (content !== undefined) {
      this.#isFormatted = true;
      world.out(content);
      return;
    }
    const isTable = Array.isArray((data as { items?: unknown }).items);
    world.out(
      `${withBoldHead(world.colors.out && isTable, answerText(schema, data, text, world.columns))}\n`,
    );
    world.err(lackingText(data as Lacking));
  }

  /**
   * When standard output did not accept the answers, their receipts go to standard error: the request id returns a paid answer again, free
   * of charge.
   */
  async #report(): Promise<void> {
    const { world, json } = this.#call;
    const bought = this.#bought;
    const receipts = () => bought.receiptsText(world.columns);
    if (json) world.out(bought.json(this.#targets));
    else if (bought.count > 0 && this.#isFormatted) world.err(receipts());
    else if (bought.count > 0) world.out(`${receipts()}${this.#onward()}`);
    if (bought.count > 0 && (await world.outputLoss()) !== null) world.err(receipts());
    bought.tellProblems(this.#call);
    if (json) this.#tellRest();
    else this.#sayRest();
  }

  #sayRest(): void {
    const { world } = this.#call;
    const bought = this.#bought;
    if (this.#stoppedWith !== null) world.err('Stopped. A call that was under way may still be charged.\n');
    if (bought.isBroken || this.#stoppedWith !== null)
      world.err(`What was paid for comes again, free, with --request-id ${this.#order.requestId}\n`);
  }

  /** For scripts: how to get what was paid for, when the command could not print all of it. */
  #tellRest(): void {
    const { requestId } = this.#order;
    if (!this.#bought.isBroken && this.#stoppedWith === null) return;
    const shown = {
      message: `What was paid for comes again, free, with --request-id ${requestId}`,
      code: this.#stoppedWith === null ? 'INCOMPLETE' : 'STOPPED',
      exitCode: this.#stoppedWith ?? this.#bought.exitCode,
      detail: { request_id: requestId },
    };
    this.#call.world.err(errorText(shown, true, false));
  }

  #onward(): string {
    return this.#cursor === null ? '' : `More: --cursor ${this.#cursor}\n`;
  }
}

const NOTES =
  'Each answer is one paid call. The same request id again gives the same answer and costs nothing.';

/** The client's method has the name of the operation: `videos.search`. */
function methodOf(reelgate: Reelgate, { method }: Operation): ClientMethod {
  const [noun, verb] = method.split('.') as [string, string];
  const methods = (reelgate as unknown as Record<string, Record<string, ClientMethod>>)[noun]!;
  return methods[verb]!.bind(methods);
}

function dataCommand(operation: Operation): CliCommand<Args, DataOptions> {
  const { words, summary, notes, examples } = operation.command;
  return {
    name: words,
    summary,
    buys: operation.name,
    arguments: targetArguments(operation),
    options: optionsOf(operation),
    notes: notes === undefined ? NOTES : `${NOTES}\n${notes}`,
    examples: [...examples],
    run: (call) => new DataRun(call, operation).run(),
  };
}

/** Sorted by their words, so that commands on one noun are together. */
export const dataCommands: AnyCommand[] = [
  ...Map.groupBy(operations, ({ command }) => command.words.split(' ')[0]).values(),
].flatMap((ofNoun) =>
  ofNoun
    .map(withFieldsParameter)
    .map(dataCommand)
    .sort((one, other) => (one.name < other.name ? -1 : 1)),
);
