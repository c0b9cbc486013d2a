'use client'

import { useEffect, useEffectEvent } from 'react'

/*
 * What lies over a screen, such as a sheet, has an entry of its own in the history. Back, of the browser or of an Android
 * phone, then closes it, and the screen stays with all that was typed. The entries have the address of the screen, so the
 * router has nothing to do for them, and is not told of these steps.
 */

/** Dispatched by `instrumentation-client.ts` for Back and Forward, before the router handles them. Cancelable. */
const historyStepEvent = 'history-step'

/** What Back does to each layer, from the lowest one. */
const layers: (() => void)[] = []
/** How many entries of the history are theirs, below the current one and with it. */
let entries = 0
/** The address of the screen below. */
let screen = ''
/** A step of our own is under way, of which nobody is told. */
let isStepping = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

/** For layers that close after a render. */
const patience_ms = 150
/** For a step of which the browser tells nothing. */
const lost_ms = 1_000

/** The number of layers that the current entry was made for. */
function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layers' in state && typeof state.layers === 'number'
    ? state.layers
    : 0
}

function settleIn(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(settle, ms)
}

function stepBack(count: number) {
  isStepping = true
  settleIn(lost_ms)
  history.go(-count)
}

/** Makes as many entries as there are layers. */
function settle() {
  clearTimeout(timer)
  timer = undefined
  isStepping = false
  // Another screen has come meanwhile: the entries are not at hand any more.
  if (entries > 0 && depthHere() !== entries) entries = 0
  if (entries > layers.length) {
    const surplus = entries - layers.length
    entries = layers.length
    stepBack(surplus)
    return
  }
  if (entries === 0) screen = location.href
  while (entries < layers.length) {
    entries += 1
    history.pushState({ layers: entries }, '')
  }
  const settled = waiting
  waiting = []
  for (const resolve of settled) resolve()
}

function onHistoryStep(event: Event) {
  if (isStepping) {
    event.preventDefault()
    settle()
    return
  }
  const depth = depthHere()
  if (layers.length === 0) {
    entries = 0
    // The entry of what is closed, such as by Forward: it shows the screen, and Back would seem to do nothing there.
    if (depth > 0) setTimeout(() => history.go(-depth))
    return
  }
  // Several steps at once lead to another screen.
  if (location.href !== screen) {
    entries = 0
    return
  }
  event.preventDefault()
  if (depth > entries) {
    stepBack(depth - entries)
    return
  }
  entries = depth
  for (const close of layers.slice(depth).toReversed()) close()
  // What has not closed gets its entry again.
  settleIn(patience_ms)
}

function add(close: () => void): () => void {
  // Once for all: it outlives the layers, whose entries may be stepped into again.
  removeEventListener(historyStepEvent, onHistoryStep)
  addEventListener(historyStepEvent, onHistoryStep)
  layers.push(close)
  settleIn(0)
  return () => {
    layers.splice(layers.indexOf(close), 1)
    settleIn(0)
  }
}

/** While it is open, Back calls `onBack` instead of leaving the screen. The last one that has opened is asked first. */
export function useBackLayer(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => (isOpen ? add(() => close()) : undefined), [isOpen])
}

/** Resolves when the history has no entries of closed layers: a screen that is opened before that would be left again. */
export const layersSettled = (): Promise<void> =>
  timer === undefined && !isStepping
    ? Promise.resolve()
    : new Promise((resolve) => {
        waiting.push(resolve)
      })

/** After a reload, nothing lies over the screen any more: leaves the entries that were made for it. Called once. */
export function leaveStaleLayers(): void {
  if (layers.length === 0 && entries === 0 && depthHere() > 0) history.go(-depthHere())
}
