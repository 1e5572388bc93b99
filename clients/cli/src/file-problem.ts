/** A sentence about a file that cannot be read or written. */
export function fileProblem(error: unknown, file: string, otherwise?: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return `there is no file ${file}${otherwise === undefined ? '' : `: ${otherwise}`}`;
  return `${file} ${problems.get(code) ?? `cannot be used: ${error instanceof Error ? error.message : String(error)}`}`;
}

const problems: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'is a folder: name a file'],
  ['ENOTDIR', 'has a file where a folder must be'],
  ['EACCES', 'cannot be opened: you have no permission'],
  ['EPERM', 'cannot be opened: you have no permission'],
  ['EROFS', 'cannot be written: the disk can only be read'],
  ['ENOSPC', 'cannot be written: there is no space left'],
  ['ENAMETOOLONG', 'has too long a name'],
]);
