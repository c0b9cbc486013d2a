type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'

export interface Upload<Result> {
  key: number
  file: File
  send: SendFile<Result>
  state: UploadState
  /** From 0 to 1. */
  sent: number
  error?: unknown
  result?: Result
}

/** Rejects if sending fails or `signal` is aborted. */
type SendFile<Result> = (
  file: File,
  options: { signal: AbortSignal; on_progress: (sent: number) => void },
) => Promise<Result>

const atOnce = 3

const isOpen = ({ state }: { state: UploadState }) => state === 'waiting' || state === 'sending'

/** Three at a time, in the order of adding. A failed upload does not stop the queue. */
export class UploadQueue<Result> {
  private uploads: readonly Upload<Result>[] = []
  private readonly listeners = new Set<() => void>()
  private readonly sending = new Map<number, AbortController>()
  private lastKey = 0
  private hasNew = false

  /** `onIdle` is called when the queue is empty, if a file was stored since the last call. */
  constructor(private readonly onIdle: () => void) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** The newest last. Returns the same array until an upload changes. */
  snapshot = () => this.uploads

  add(files: readonly File[], send: SendFile<Result>): void {
    const added = files.map((file) => {
      this.lastKey += 1
      return { key: this.lastKey, file, send, state: 'waiting', sent: 0 } as const
    })
    this.set([...this.uploads, ...added])
    this.next()
  }

  cancel(key: number): void {
    this.change(key, { state: 'cancelled', sent: 0 })
    this.sending.get(key)?.abort()
    this.next()
  }

  retry(key: number): void {
    this.change(key, { state: 'waiting', sent: 0, error: undefined })
    this.next()
  }

  update(key: number, result: Result): void {
    this.change(key, { result })
  }

  /** Removes done, failed and canceled uploads. */
  clear(): void {
    this.set(this.uploads.filter(isOpen))
  }

  private set(uploads: readonly Upload<Result>[]): void {
    this.uploads = uploads
    for (const listener of this.listeners) listener()
  }

  private change(key: number, changes: Partial<Upload<Result>>): void {
    this.set(this.uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  }

  private next(): void {
    for (const upload of this.uploads) {
      if (this.sending.size >= atOnce) return
      // An upload that was canceled and repeated waits for the end of its first attempt.
      if (upload.state === 'waiting' && !this.sending.has(upload.key)) void this.start(upload)
    }
    if (this.hasNew && !this.uploads.some(isOpen)) {
      this.hasNew = false
      this.onIdle()
    }
  }

  private async start({ key, file, send }: Upload<Result>): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    this.sending.set(key, controller)
    this.change(key, { state: 'sending' })
    try {
      const result = await send(file, {
        signal,
        on_progress: (sent) => {
          if (!signal.aborted) this.change(key, { sent })
        },
      })
      this.hasNew = true
      // Too late to cancel: the file is stored.
      this.change(key, { state: 'done', sent: 1, result })
    } catch (error) {
      if (!signal.aborted) this.change(key, { state: 'failed', error })
    } finally {
      this.sending.delete(key)
      this.next()
    }
  }
}
