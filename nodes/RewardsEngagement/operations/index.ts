/** Every operation of the node, a line each, in the order of the menu. */
export { searchMembers } from './member/search';
export { transferBalance } from './member/transferBalance';
export { updateMemberMetadata } from './member/updateMetadata';
export { getRealm } from './realm/get';
export { createWebhook } from './webhook/create';
export { deleteWebhook } from './webhook/delete';
export { getManyWebhooks } from './webhook/getMany';
export { updateWebhook } from './webhook/update';
