import { InvalidParameter } from './invalidParameter';
import { ServiceProblem } from './serviceProblem';

/** What happened and what to do, in one text, for places where n8n shows only a message. */
export function wordsOf(thrown: unknown): string {
	const { message, description } =
		thrown instanceof ServiceProblem
			? thrown.problem
			: thrown instanceof InvalidParameter
				? thrown
				: { message: thrown instanceof Error ? thrown.message : String(thrown), description: undefined };
	const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
	return [sentence, description].filter(Boolean).join(' ');
}
