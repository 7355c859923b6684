import assert from 'node:assert/strict';
import { gross } from '../../examples/status-file/shop.mjs';

assert.equal(gross(100), 119);
