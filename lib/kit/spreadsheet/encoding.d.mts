type Encoding = 'utf-8' | 'gb18030'
export function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string | undefined
export function encodingOf(bytes: Uint8Array<ArrayBuffer>): Encoding | undefined
