import type { z } from 'zod';
import type { Sandbox } from '../world/sandbox';

/** One value that a control function takes. */
export interface Parameter {
	/** Its name in the path or the body; `body` is the whole body. */
	name: string;
	schema: z.ZodTypeAny;
}

/** A parameter by its name. */
export const parameter = <Schema extends z.ZodTypeAny>(name: string, schema: Schema) => ({ name, schema });

/** The values of a list of parameters. One that may be undefined may be left out. */
export type Values<Parameters extends readonly Parameter[]> = Parameters extends readonly [
	infer First extends Parameter,
	...infer Rest extends Parameter[],
]
	? undefined extends z.output<First['schema']>
		? [value?: z.output<First['schema']>, ...rest: Values<Rest>]
		: [value: z.output<First['schema']>, ...rest: Values<Rest>]
	: [];

/** A function of the control API, with both its faces. */
export interface ControlFunction<Parameters extends readonly Parameter[], Result> {
	/** `METHOD /path` below `/sandbox`, or several. A `:name` of the path is a parameter, the others are in the body. */
	route: string | readonly string[];
	parameters: Parameters;
	run: (sandbox: Sandbox, ...values: Values<Parameters>) => Result;
	/** What HTTP answers; without it 204. */
	answer?: (result: Awaited<Result>) => unknown;
}

/** Declares a control function; the types of its values follow from the schemas. */
export function controlFunction<const Parameters extends readonly Parameter[], Result>(
	declaration: ControlFunction<Parameters, Result>,
): ControlFunction<Parameters, Result> {
	return declaration;
}
