/** The least that can be done to the rows of a CSV file: `node csv-pass.js <file> <copy>`. */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

const [file = '', copy = ''] = process.argv.slice(2);
await pipeline(createReadStream(file), parse(), stringify(), createWriteStream(copy));
