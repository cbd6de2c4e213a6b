// Owns the names under which admin verbs find the input fields that they share with the caller's own routes.
export * from '../account/input-fields.ts';
