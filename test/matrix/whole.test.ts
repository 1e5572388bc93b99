import { describeMatrix } from '#test/support/matrix/run-matrix.ts';

describeMatrix(1);
