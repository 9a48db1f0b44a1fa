import type { ESLint, Linter } from 'eslint';

export const plugins: Record<string, ESLint.Plugin>;
export const communityRules: Linter.RulesRecord;
export function nodesBaseRules(name: 'community' | 'credentials' | 'nodes'): Linter.RulesRecord;
