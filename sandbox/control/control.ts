import type { Sandbox } from '../world/sandbox';
import type { ControlFunction, Parameter, Values } from './declaration';
import { controlFunctions } from './functions';

type Functions = typeof controlFunctions;

type Face<Declared> =
	Declared extends ControlFunction<infer Parameters extends readonly Parameter[], infer Result>
		? (...values: Values<Parameters>) => Result
		: never;

/** The control functions with their TypeScript signatures. */
export type Control = { readonly [Name in keyof Functions]: Face<Functions[Name]> };

/** The control functions of a sandbox. */
export function createControl(sandbox: Sandbox): Control {
	const faces = Object.entries(controlFunctions).map(([name, { run }]) => [
		name,
		(...values: never[]) => (run as (...all: unknown[]) => unknown)(sandbox, ...values),
	]);
	return Object.fromEntries(faces) as Control;
}
