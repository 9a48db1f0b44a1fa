/** Every resource of the node, a line each: the name it is exported by is its name in saved workflows. */
export { consent } from './consent';
export { currency } from './currency';
export { exportJobs as export } from './export';
export { member } from './member';
export { nft } from './nft';
export { onceKey } from './onceKey';
export { purchase } from './purchase';
export { realm } from './realm';
export { taskAction } from './taskAction';
export { taskCondition } from './taskCondition';
export { webhook } from './webhook';
