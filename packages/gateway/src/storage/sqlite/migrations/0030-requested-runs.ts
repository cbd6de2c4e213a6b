// Schema version 30: the request ids by which runs of a watch were last requested, so that a repeated request is no second run. A node of an
// older release neither reads nor writes them. Additive. A migration that has shipped is never edited.

export const requestedRuns = `
ALTER TABLE watches ADD COLUMN run_request_ids TEXT; -- JSON, the newest last
`;
