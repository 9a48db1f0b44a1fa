import fc from 'fast-check';

import { SEED } from '../random';

fc.configureGlobal({ seed: SEED });
