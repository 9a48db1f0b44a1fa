import type { z } from 'zod';
import type { Sandbox } from '../world/sandbox';

/** One parameter of a control function. */
export interface Parameter {
	/** Its name in the path or in the body. `body` stands for the whole body. */
	name: string;
	schema: z.ZodTypeAny;
}

export const parameter = <Schema extends z.ZodTypeAny>(name: string, schema: Schema) => ({ name, schema });

/** The values of a list of parameters. Those that may be undefined are optional. */
export type Values<Parameters extends readonly Parameter[]> = Parameters extends readonly [
	infer First extends Parameter,
	...infer Rest extends Parameter[],
]
	? undefined extends z.output<First['schema']>
		? [value?: z.output<First['schema']>, ...rest: Values<Rest>]
		: [value: z.output<First['schema']>, ...rest: Values<Rest>]
	: [];

/** A function of the control API, for TypeScript and for HTTP. */
export interface ControlFunction<Parameters extends readonly Parameter[], Result> {
	/**
	 * `METHOD /path` below `/sandbox`, or several. A `:name` in the path is a parameter. The other parameters are in
	 * the body.
	 */
	route: string | readonly string[];
	parameters: Parameters;
	run: (sandbox: Sandbox, ...values: Values<Parameters>) => Result;
	/** The HTTP response, 204 by default. */
	answer?: (result: Awaited<Result>) => unknown;
}

/** Declares a control function. The schemas define the types of its values. */
export function controlFunction<const Parameters extends readonly Parameter[], Result>(
	declaration: ControlFunction<Parameters, Result>,
): ControlFunction<Parameters, Result> {
	return declaration;
}
