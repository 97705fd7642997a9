/// The actions that the demonstration does not allow.
package enum DemonstrationRefusal: Error, Hashable, CaseIterable {
    case change
    case scan

    package var message: IllustratedMessage {
        let library = [MessageAction(label: localized("Open Library"), destination: .library)]
        switch self {
        case .change:
            return .error(
                .failed, .permission, title: localized("Nothing changes here"),
                description: localized(
                    "The demonstration only shows a library. End it to begin with your own documents."),
                actions: library)
        case .scan:
            return .error(
                .camera, .permission, title: localized("No scans in the demonstration"),
                description: localized("End it to scan your own documents."), actions: library)
        }
    }
}
