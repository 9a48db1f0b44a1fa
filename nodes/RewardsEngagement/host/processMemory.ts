import { Workflow } from 'n8n-workflow';

/** All versions of the package share it. */
const NAME = Symbol.for('n8n-nodes-rewards-engagement, memory of form 1');

/**
 * A value that exists once in this n8n process. An update of the package loads its files again, while executions that
 * began before still use the earlier ones (n8n, `load-nodes-and-credentials.js`). A variable of a module then exists
 * twice, and two locks protect nothing. So the value is kept by a class of n8n, which n8n never loads again.
 *
 * @param name of the value. A value that gets another form needs another name, because another version of the package
 * would misread it. Both versions still share all other values.
 * @param make makes it, for the first module that asks
 */
export function processMemory<T extends object>(name: string, make: () => T): T {
	const holder = Workflow as { [NAME]?: Map<string, object> };
	const memory = (holder[NAME] ??= new Map<string, object>());
	const value = memory.get(name) ?? make();
	memory.set(name, value);
	return value as T;
}
