// Finds a mounted route by method and raw path: a tree of segments, so that a look-up among a thousand routes costs
// as much as among one. Fixed segments are compared as sent, never decoded, and take precedence over parameters.
import { CALL_METHODS, type CallMethod } from '../operations/data-route.ts';
import type { Mount, MountedRoute } from './mount.ts';
import { isLiteral } from './path-template.ts';

interface Node {
  fixed: Map<string, Node>;
  param: Node | null;
  routes: Map<CallMethod, MountedRoute>;
}

export type RouteMatch =
  /** `segments`: those after the mount's name, not decoded. */
  | { kind: 'route'; route: MountedRoute; segments: string[] }
  /** The path exists, with these methods. */
  | { kind: 'other_methods'; methods: CallMethod[] }
  | { kind: 'nothing' };

export class RouteMap {
  readonly #mounts = new Map<string, Node>();

  constructor(mounts: readonly Mount[]) {
    for (const route of mounts.flatMap((mount) => mount.routes)) this.#add(route);
  }

  find(method: string, rawPath: string): RouteMatch {
    const [, , group, , name, ...segments] = rawPath.split('/');
    const root = this.#mounts.get(`${group}/${name}`);
    const ends = root === undefined ? [] : endsOf(root, segments, 0);
    const route = ends.map(({ routes }) => routes.get(method as CallMethod)).find((one) => one !== undefined);
    if (route !== undefined) return { kind: 'route', route, segments };
    const methods = CALL_METHODS.filter((one) => ends.some(({ routes }) => routes.has(one)));
    return methods.length > 0 ? { kind: 'other_methods', methods } : { kind: 'nothing' };
  }

  #add(route: MountedRoute): void {
    const key = `${route.group}/${route.platform}`;
    let node = this.#mounts.get(key) ?? emptyNode();
    this.#mounts.set(key, node);
    for (const segment of route.of.template.segments) {
      const next: Node = (isLiteral(segment) ? node.fixed.get(segment.literal) : node.param) ?? emptyNode();
      if (isLiteral(segment)) node.fixed.set(segment.literal, next);
      else node.param = next;
      node = next;
    }
    node.routes.set(route.method, route);
  }
}

function emptyNode(): Node {
  return { fixed: new Map(), param: null, routes: new Map() };
}

/**
 * The nodes where this path may end, those with the most fixed segments first. It branches only where the document
 * has both a fixed segment and a parameter.
 */
function endsOf(node: Node, segments: readonly string[], at: number): Node[] {
  if (at === segments.length) return [node];
  const segment = segments[at]!;
  const fixed = node.fixed.get(segment);
  return [
    ...(fixed === undefined ? [] : endsOf(fixed, segments, at + 1)),
    ...(node.param === null || segment === '' ? [] : endsOf(node.param, segments, at + 1)),
  ];
}
