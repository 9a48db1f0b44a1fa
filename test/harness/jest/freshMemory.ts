import { forgetProcessMemory } from '../processMemory';

// A worker loads n8n's packages once for all its test files.
forgetProcessMemory();
