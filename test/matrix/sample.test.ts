import { describeMatrix } from '#test/support/matrix/run-matrix.ts';

// All of them: whole.test.ts.
describeMatrix(0.06);
