export * from './change/cms'
export * from './desk/cms'
export * from './ship/cms'
