import Module from 'node:module';

// The engine's harness is made for Jest, and cleans up through this function.
Object.assign(globalThis, { afterAll: (tidy: () => void) => process.once('exit', tidy) });

// Node.js tries extensions in the order of this table, and there is a JSON file beside `RewardsEngagement.node.ts`.
const { _extensions: endings } = Module as unknown as { _extensions: Record<string, unknown> };
const { '.json': json } = endings;
delete endings['.json'];
endings['.json'] = json;
