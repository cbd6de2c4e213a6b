// Owns the route of the caller's own keys.

export const OWN_KEYS = '/api/account/v1/keys';
