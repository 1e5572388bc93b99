/**
 * Watches the bytes a client sends and tells when one frame is larger than allowed. The WebSocket library limits whole
 * messages only, and API Gateway closes a connection for a single large frame too.
 */
export function createFrameGuard(maxFrameBytes: number): (chunk: Buffer) => 'fits' | 'too_large' {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (payloadLeft > 0) {
        const skipped = Math.min(payloadLeft, rest.length);
        payloadLeft -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      const before = header.length;
      header = Buffer.concat([header, rest]);
      const frame = readFrameHeader(header);
      if (!frame) return 'fits';
      if (frame.payloadBytes > maxFrameBytes) return 'too_large';
      rest = rest.subarray(frame.headerBytes - before);
      payloadLeft = frame.payloadBytes;
      header = Buffer.alloc(0);
    }
    return 'fits';
  };
}

/** RFC 6455, section 5.2: 7 bits of length, or 126 and 16 bits, or 127 and 64 bits; then 4 bytes of mask. */
function readFrameHeader(bytes: Buffer): { headerBytes: number; payloadBytes: number } | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const maskBytes = (second & 0x80) === 0 ? 0 : 4;
  const length = second & 0x7f;
  const lengthBytes = { 126: 2, 127: 8 }[length] ?? 0;
  const headerBytes = 2 + lengthBytes + maskBytes;
  if (bytes.length < headerBytes) return undefined;
  if (lengthBytes === 0) return { headerBytes, payloadBytes: length };
  const payloadBytes = lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { headerBytes, payloadBytes };
}
