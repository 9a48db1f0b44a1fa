import type { Handler } from '../call';
import * as members from './members';
import * as realm from './realm';
import * as webhooks from './webhooks';

/** Every handler by the operationId it serves. */
export const handlers: Readonly<Record<string, Handler>> = { ...realm, ...members, ...webhooks };
