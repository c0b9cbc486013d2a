'use client'

import { createContext, use, useCallback, useState } from 'react'

/** Counts an upload of the form until it has ended, also by a failure. */
type Track = (upload: Promise<unknown>) => Promise<unknown>

const Tracking = createContext<Track | undefined>(undefined)

/** Gives the `track` of {@link useFormUploads} to the inputs of a form. */
export const FormUploads = Tracking

/** For inputs that upload by themselves. Throws outside `FormUploads`, because such a form would not wait. */
export function useTrackUpload(): Track {
  const track = use(Tracking)
  if (!track) throw new Error('useTrackUpload needs a FormUploads above it.')
  return track
}

/** The uploads that run in the inputs of a form, which is not sent meanwhile: the pictures would be missing in it. */
export function useFormUploads() {
  const [running, setRunning] = useState(0)
  const track = useCallback<Track>(async (upload) => {
    setRunning((before) => before + 1)
    try {
      return await upload
    } finally {
      setRunning((before) => before - 1)
    }
  }, [])
  return { isUploading: running > 0, track }
}
