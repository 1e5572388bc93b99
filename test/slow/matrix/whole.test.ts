import { describeMatrix } from '#test/slow/matrix/run-matrix.ts';

// All 2,177 cases take twenty minutes; CI runs a part of them, `npm run test:slow` all.
describeMatrix(Number(process.env['MATRIX_SHARE'] ?? 1));
