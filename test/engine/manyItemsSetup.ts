import Module from 'node:module';

// The engine's harness is at home in Jest and tidies up through this.
Object.assign(globalThis, { afterAll: (tidy: () => void) => process.once('exit', tidy) });

// Node.js tries endings in the order of this table, and beside `RewardsEngagement.node.ts` lies a JSON file.
const { _extensions: endings } = Module as unknown as { _extensions: Record<string, unknown> };
const { '.json': json } = endings;
delete endings['.json'];
endings['.json'] = json;
