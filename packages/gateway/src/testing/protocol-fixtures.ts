// The example server that the MCP conformance suite requires: tools, prompts and resources with the prescribed names and texts. The
// gateway's own route serves it (conformance/fixture-route.ts). It replaces the gateway's tools only in tests.
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** One red pixel, and an audio file without samples. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const said = (words: string) => ({ content: [text(words)] });
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

/** A form with one field. */
function form(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  const properties = { [field]: { type } as { type: 'string' } };
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: [field] },
  });
}

function sampling(words: string, maxTokens: number) {
  const messages = [{ role: 'user' as const, content: text(words) }];
  return inputRequired.createMessage({ messages, maxTokens });
}

/** Signed, so that a client cannot change it. */
const states = createRequestStateCodec<string>({ key: new Uint8Array(32).fill(7) });

type Replies = Record<string, { action?: string; content?: Record<string, unknown> }>;

interface Asked {
  given: Record<string, unknown>;
  replies: Replies;
  state: string | undefined;
  context: ServerContext;
}

type Run = (asked: Asked) => Promise<object>;

const contentOf = ({ replies }: Asked, name: string) =>
  replies[name]?.action === 'accept' ? replies[name]?.content : undefined;

/** A tool that asks for its user's input once. */
const once =
  (
    inputs: () => Record<string, never>,
    isGiven: (asked: Asked) => boolean,
    end: (asked: Asked) => object,
  ): Run =>
  async (asked) =>
    isGiven(asked) ? end(asked) : inputRequired({ inputRequests: inputs() });

/** The same, with a state that must come back unchanged. */
const onceWithState =
  (inputs: () => Record<string, never>, end: () => object): Run =>
  async (asked) =>
    asked.state === undefined
      ? inputRequired({ inputRequests: inputs(), requestState: await states.mint('waiting', asked.context) })
      : end();

const inputs = (all: object) => () => all as Record<string, never>;

async function steps({ state, context }: Asked): Promise<object> {
  const next = async (field: string, message: string, to: string) =>
    inputRequired({
      inputRequests: { [to]: form(message, field) },
      requestState: await states.mint(to, context),
    });
  if (state === undefined) return next('name', 'Step 1: What is your name?', 'step1');
  if (state === 'step1') return next('color', 'Step 2: What is your favorite color?', 'step2');
  return said('All steps are done.');
}

/** Only what the client supports. */
async function byCapabilities({ context, replies }: Asked): Promise<object> {
  const envelope = context.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  const { elicitation, sampling: samples } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  if (Object.keys(replies).length > 0) return said('Thank you.');
  const wanted = {
    ...(elicitation !== undefined && { name: form('What is your name?', 'name') }),
    ...(samples !== undefined && { greeting: sampling('Generate a greeting', 50) }),
  };
  return inputRequired({ inputRequests: wanted });
}

async function withProgress({ context }: Asked): Promise<object> {
  const { _meta: meta, notify } = context.mcpReq;
  const { progressToken } = meta ?? {};
  for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
    const params = { progressToken: progressToken!, progress, total: 100 };
    await notify({ method: 'notifications/progress', params });
  }
  return said('Progress was told.');
}

async function withLogging({ context }: Asked): Promise<object> {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await context.mcpReq.log('info', words);
  }
  return said('Lines were logged.');
}

async function needsSampling({ context }: Asked): Promise<object> {
  const envelope = context.mcpReq.envelope as Record<string, Record<string, unknown>> | undefined;
  if (envelope?.[CLIENT_CAPABILITIES_META_KEY]?.sampling === undefined) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }
  return said('The client can sample.');
}

const TOOLS: Record<string, Run> = {
  test_simple_text: async () => said('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [image] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: async () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_tool_with_logging: withLogging,
  test_logging_tool: withLogging,
  test_tool_with_progress: withProgress,
  test_error_handling: async () => ({
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_missing_capability: needsSampling,
  test_streaming_elicitation: once(
    inputs({ user_name: form('What is your name?', 'name') }),
    (asked) => contentOf(asked, 'user_name') !== undefined,
    () => said('Thank you.'),
  ),
  test_input_required_result_elicitation: once(
    inputs({ user_name: form('What is your name?', 'name') }),
    (asked) => contentOf(asked, 'user_name') !== undefined,
    (asked) => said(`Hello, ${contentOf(asked, 'user_name')!.name}!`),
  ),
  test_input_required_result_sampling: once(
    inputs({ capital_question: sampling('What is the capital of France?', 100) }),
    ({ replies }) => replies.capital_question !== undefined,
    ({ replies }) => said(JSON.stringify(replies.capital_question)),
  ),
  test_input_required_result_list_roots: once(
    inputs({ client_roots: inputRequired.listRoots() }),
    ({ replies }) => replies.client_roots !== undefined,
    ({ replies }) => said(JSON.stringify(replies.client_roots)),
  ),
  test_input_required_result_request_state: onceWithState(
    inputs({ confirm: form('Please confirm', 'ok', 'boolean') }),
    () => said('state-ok'),
  ),
  test_input_required_result_tampered_state: onceWithState(
    inputs({ confirm: form('Please confirm', 'ok', 'boolean') }),
    () => said('state-ok'),
  ),
  test_input_required_result_multiple_inputs: onceWithState(
    inputs({
      user_name: form('What is your name?', 'name'),
      greeting: sampling('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    }),
    () => said('All inputs came.'),
  ),
  test_input_required_result_multi_round: steps,
  test_input_required_result_capabilities: byCapabilities,
};

const user = (content: object) => ({ role: 'user' as const, content });

const PROMPTS: Record<string, { arguments: string[]; run: Run }> = {
  test_simple_prompt: {
    arguments: [],
    run: async () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    run: async ({ given }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))],
    }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    run: async ({ given }) => ({
      messages: [
        user(embedded(String(given.resourceUri), 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  },
  test_prompt_with_image: {
    arguments: [],
    run: async () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  },
  test_input_required_result_prompt: {
    arguments: [],
    run: once(
      inputs({ user_context: form('What context should the prompt use?', 'context') }),
      (asked) => contentOf(asked, 'user_context') !== undefined,
      (asked) => ({ messages: [user(text(String(contentOf(asked, 'user_context')!.context)))] }),
    ),
  },
};

const RESOURCES: Record<string, object> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function resource(uri: string): object {
  const id = TEMPLATE.exec(uri)?.[1];
  if (id !== undefined) {
    const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text: words };
  }
  if (RESOURCES[uri] === undefined) throw new ResourceNotFoundError(uri);
  return { uri, ...RESOURCES[uri] };
}

/** The lists never change, so a client may cache them. */
const KEPT = { ttlMs: 60_000, cacheScope: 'public' as const };
const NO_ARGUMENTS = { type: 'object' as const, properties: {} };

export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1' },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
      requestState: { verify: states.verify },
    },
  );
  const askedBy = (given: Record<string, unknown> | undefined, context: ServerContext): Asked => ({
    given: given ?? {},
    replies: (context.mcpReq.inputResponses ?? {}) as Replies,
    state: context.mcpReq.requestState<string>(),
    context,
  });
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: NO_ARGUMENTS })),
    ...KEPT,
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const run = TOOLS[params.name];
    if (run === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    return (await run(askedBy(params.arguments, context))) as never;
  });
  server.setRequestHandler('prompts/list', async () => ({
    prompts: Object.entries(PROMPTS).map(([name, prompt]) => ({
      name,
      description: name,
      arguments: prompt.arguments.map((one) => ({ name: one, description: one, required: true })),
    })),
    ...KEPT,
  }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const prompt = PROMPTS[params.name];
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt');
    return (await prompt.run(askedBy(params.arguments, context))) as never;
  });
  server.setRequestHandler('resources/list', async () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]: [string, { mimeType?: string }]) => ({
      uri,
      name: uri,
      description: uri,
      mimeType: mimeType!,
    })),
    ...KEPT,
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'Resource Template',
        description: 'A resource template with parameter substitution',
        mimeType: 'application/json',
      },
    ],
    ...KEPT,
  }));
  server.setRequestHandler(
    'resources/read',
    async ({ params }) => ({ contents: [resource(params.uri)], ...KEPT }) as never,
  );
  server.setRequestHandler('resources/subscribe', async () => ({}));
  server.setRequestHandler('resources/unsubscribe', async () => ({}));
  server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['test'], total: 1, hasMore: false },
  }));
  return server;
}
