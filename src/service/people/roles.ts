import { KEY_SCOPES, type KeyScope } from '../../contract/key-scopes.ts';
import { ownersOnly } from '../service-error.ts';
import { ROLES, type Role } from './people-ports.ts';

const EVERYBODY: readonly Role[] = ROLES;
const OWNERS: readonly Role[] = ['owner'];

/**
 * Which roles have which permission: pages, forms and API keys are checked by this table, and the page People
 * and docs/service.md show it.
 */
export const PERMISSIONS = {
  account: EVERYBODY,
  lists: EVERYBODY,
  verifications: EVERYBODY,
  batches: EVERYBODY,
  suppressions: EVERYBODY,
  remove_suppressions: OWNERS,
  keys: EVERYBODY,
  all_keys: OWNERS,
  people: EVERYBODY,
  manage_people: OWNERS,
  policy: OWNERS,
  webhooks: OWNERS,
  outcomes: OWNERS,
  audit: OWNERS,
  delivery: OWNERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;
/** Something that a role may see, do or create. */
export type Permission = keyof typeof PERMISSIONS;

export function isPermitted(role: Role, permission: Permission): boolean {
  return PERMISSIONS[permission].includes(role);
}

/** Throws `owners_only` for a role without the permission. */
export function checkPermission({ role }: { readonly role: Role }, permission: Permission): void {
  if (!isPermitted(role, permission)) throw ownersOnly();
}

/** The permission that it takes to create a key with a scope. */
export const SCOPE_PERMISSIONS = {
  verify: 'keys',
  read: 'keys',
  manage: 'all_keys',
  learn: 'all_keys',
} as const satisfies Readonly<Record<KeyScope, Permission>>;

/** The scopes that keys of a role may have. */
export function scopesOf(role: Role): readonly KeyScope[] {
  return KEY_SCOPES.filter((scope) => isPermitted(role, SCOPE_PERMISSIONS[scope]));
}
