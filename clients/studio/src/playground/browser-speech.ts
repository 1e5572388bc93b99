/** Chromium and Safari recognise speech; Firefox does not. */
export const canListen = (): boolean => 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window;

export const canSpeak = (): boolean => 'speechSynthesis' in window;
